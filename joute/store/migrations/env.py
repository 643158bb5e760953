"""Alembic runs the steps on the connection that `joute.store.migrate` gives it, inside its transaction."""

from alembic import context

from joute.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=False)
context.run_migrations()
