/** A participant of a study: a token that only this tab has, and the page where one is. */

import { pick, say } from '../lib/language.svelte'
import { get, post, Refused } from '../wire/rest'
import type { StudyInfo, StudyJoined, StudyPage } from '../wire/types'

export class Participant {
  info = $state.raw<StudyInfo>()
  page = $state.raw<StudyPage>()
  problem = $state('')
  missing = $state(false) // trying again would not help
  busy = $state(false)
  deleted = $state(false)
  private readonly path: string
  private token = ''
  private shown = 0 // when the page was shown

  constructor(private readonly name: string) {
    this.path = `/api/studies/${encodeURIComponent(name)}`
  }

  /** The study; and the page where this tab was, if it takes part already. */
  load(): Promise<void> {
    return this.attempt(async () => {
      this.info = await get<StudyInfo>(this.path)
      this.token = this.remembered()
      if (!this.token) return
      try {
        this.show(await post<StudyPage>(`${this.path}/page`, { token: this.token }))
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'no_token') throw error
        this.remember('') // withdrawn elsewhere, or the study has changed
      }
    })
  }

  agree(): Promise<void> {
    return this.attempt(async () => {
      const joined = await post<StudyJoined>(`${this.path}/consent`, { agreed: true })
      this.remember(joined.token)
      this.deleted = false
      this.show(joined.page)
    })
  }

  /** Answer the question; after an example, without an action. */
  answer(action = ''): Promise<void> {
    return this.attempt(async () => {
      const seconds = Math.min(86_400, (performance.now() - this.shown) / 1000)
      const place = this.page?.place ?? 0
      try {
        this.show(await post<StudyPage>(`${this.path}/answer`, { token: this.token, place, action, seconds }))
      } catch (error) {
        if (!(error instanceof Refused) || error.code !== 'answered') throw error
        this.show(await post<StudyPage>(`${this.path}/page`, { token: this.token })) // it arrived before, and only the reply was lost
      }
    })
  }

  withdraw(): Promise<void> {
    return this.attempt(async () => {
      await post<unknown>(`${this.path}/withdraw`, { token: this.token })
      this.remember('')
      this.page = undefined
      this.deleted = true
    })
  }

  private show(page: StudyPage): void {
    this.page = page
    this.shown = performance.now()
    scrollTo(0, 0)
  }

  private async attempt(work: () => Promise<void>): Promise<void> {
    if (this.busy) return
    this.problem = ''
    this.busy = true
    try {
      await work()
    } catch (error) {
      this.missing = error instanceof Refused && error.code === 'not_found'
      this.problem = this.missing ? say('studyNone') : error instanceof Refused ? pick(error.text) : say('failed')
    }
    this.busy = false
  }

  private remembered(): string {
    try {
      return sessionStorage.getItem(`joute.study.${this.name}`) ?? ''
    } catch {
      return '' // storage is off: a reload begins anew
    }
  }

  /** For this tab only: the next one at a shared computer is somebody else. */
  private remember(token: string): void {
    this.token = token
    try {
      if (token) sessionStorage.setItem(`joute.study.${this.name}`, token)
      else sessionStorage.removeItem(`joute.study.${this.name}`)
    } catch {
      // storage is off: the token lasts until the page is left
    }
  }
}
