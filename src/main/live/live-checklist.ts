// pure
import { inEnglish } from '../../kernel/reading/reading.ts'

/** An operator's task before real payments: done, to do, or for a person to check, because the service cannot know. */
export type ChecklistItem = {
  readonly name: string
  readonly state: 'done' | 'to do' | 'check'
  readonly message: string
}

type Facts = {
  /** Settings that live mode refuses. */
  readonly problems: Parameters<typeof inEnglish>[0]
  readonly baseUrl: string
  readonly smtpUrl: string | undefined
  /** Whether QUITTANCE_SECRET_KEY is set. */
  readonly hasOwnSecretKey: boolean
  readonly secretKeyFile: string
  readonly backupTo: string | undefined
  /** The names of the processors of live mode. */
  readonly processors: readonly string[]
}

/** The tasks of an operator whose installation goes live. */
export function liveChecklist(facts: Facts): readonly ChecklistItem[] {
  const { problems, baseUrl, smtpUrl, hasOwnSecretKey, secretKeyFile, backupTo, processors } = facts
  return [
    problems.length === 0
      ? {
          name: 'TLS',
          state: 'done',
          message: `payers reach ${baseUrl}, and no connection leaves the machine in plain text`,
        }
      : { name: 'TLS', state: 'to do', message: inEnglish(problems) },
    smtpUrl === undefined
      ? { name: 'mail server', state: 'to do', message: 'SMTP_URL is not set: no mail is sent' }
      : { name: 'mail server', state: 'done', message: `${new URL(smtpUrl).host}; "quittance doctor" tries it` },
    hasOwnSecretKey
      ? { name: 'secret key', state: 'check', message: 'it comes from QUITTANCE_SECRET_KEY: keep a copy elsewhere' }
      : {
          name: 'secret key',
          state: 'to do',
          message: `copy ${secretKeyFile} to another place: without it nothing that is encrypted can be read`,
        },
    backupTo === undefined
      ? { name: 'backup', state: 'to do', message: 'QUITTANCE_BACKUP_TO is not set: none is made' }
      : { name: 'backup', state: 'check', message: `made to ${backupTo}: try to restore one` },
    processors.length === 0
      ? { name: 'processor', state: 'to do', message: 'none is configured: nothing can be paid' }
      : { name: 'processor', state: 'done', message: processors.join(', ') },
  ]
}
