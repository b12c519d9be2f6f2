import { useId } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useWords } from '../../../words/use-words.ts'
import type { Backups as BackupsAnswer } from './queries.ts'

/** When the service was last backed up: the same for every organization, and nothing that can be changed here. */
export function Backups({ backups }: { readonly backups: BackupsAnswer }) {
  const words = useWords('administration')
  const id = useId()
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.backupsTitle}</h2>
      {backups.intervalSeconds === null ? (
        <p className="help">{words.noBackups}</p>
      ) : (
        <Scheduled {...backups} intervalSeconds={backups.intervalSeconds} />
      )}
    </section>
  )
}

type ScheduledProps = Pick<BackupsAnswer, 'newestAt' | 'isOverdue'> & { readonly intervalSeconds: number }

function Scheduled({ newestAt, isOverdue, intervalSeconds }: ScheduledProps) {
  const words = useWords('administration')
  const format = useFormat()
  const warning = newestAt === null ? words.noBackupYet : words.backupTooOld
  return (
    <>
      <dl className="rows">
        <div className="fact">
          <dt>{words.newestBackup}</dt>
          <dd>
            {newestAt !== null && format.instant(newestAt)}{' '}
            {isOverdue && <span className="badge overdue">{warning}</span>}
          </dd>
        </div>
        <div className="fact">
          <dt>{words.backupInterval}</dt>
          <dd>{format.interval(intervalSeconds)}</dd>
        </div>
      </dl>
      {isOverdue && newestAt !== null && <p className="help">{words.backupTooOldText}</p>}
    </>
  )
}
