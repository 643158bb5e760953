/** Who plays here: a guest until a name is given; no account. */

import { wire } from '../wire/rest'
import type { PersonInfo } from '../wire/types'

class Person {
  me = $state.raw<PersonInfo>()
  private asking?: Promise<PersonInfo>

  /** Known to the server from now on; asked for once, however many want to know. */
  async known(): Promise<PersonInfo> {
    return (this.me ??= await (this.asking ??= wire.me().finally(() => (this.asking = undefined))))
  }

  async rename(name: string, colour?: string): Promise<void> {
    await this.known()
    this.me = await wire.rename(name, colour)
  }

  async forget(): Promise<void> {
    await wire.forget()
    this.me = undefined
  }
}

export const person = new Person()
