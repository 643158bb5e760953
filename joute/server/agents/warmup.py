"""Compiles the rules and levels of a game in another process when the server starts."""

import asyncio
import sys


async def compile_in_subprocess(name: str) -> bool:
    """Fill the cache of compiled code for one game; whether it worked."""
    process = await asyncio.create_subprocess_exec(sys.executable, "-m", "joute.arena.warmup", name, stdin=asyncio.subprocess.DEVNULL)
    try:
        return await process.wait() == 0
    except asyncio.CancelledError:
        process.terminate()
        await process.wait()
        raise
