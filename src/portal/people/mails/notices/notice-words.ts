// pure
import type { SecurityEventKind } from '../../../../organizations/pure.ts'

type Event = { readonly subject: string; readonly text: string }

/** The texts of mails that tell a person what somebody else may have done. */
export type NoticeWords = {
  readonly events: Readonly<Record<SecurityEventKind, Event>>
  /** The advice, except for an access that has ended. */
  readonly ifYou: string
  readonly ifNotYou: string
  readonly link: string
  readonly askOperator: string
  readonly when: string
  readonly browser: string
  readonly network: string
}
