import { useFormat } from '../../format/use-format.ts'
import { useWords } from '../../words/use-words.ts'
import type { LifeEntry } from './queries.ts'

type Tone = 'paid' | 'open' | 'pending' | 'partial' | 'overdue'

const TONES: Readonly<Partial<Record<LifeEntry['event'], Tone>>> = {
  ...{ AUTHORIZED: 'open', CAPTURED: 'paid', RECEIVED: 'paid', SETTLED: 'paid', FUNDED: 'paid', ACCEPTED: 'paid' },
  ...{ HELD: 'pending', REFUNDED: 'partial', DISPUTE_WON: 'paid', DISPUTE_LOST: 'overdue', DISPUTED: 'overdue' },
  ...{ DECLINED: 'overdue', REJECTED: 'overdue', REFUND_DECLINED: 'overdue', NOT_AUTHENTICATED: 'overdue' },
  EXCEPTION: 'overdue',
}

type Props = {
  readonly entries: readonly LifeEntry[]
  /** Events of other requests name theirs. */
  readonly id: string
}

/** Everything that happened on one line of time, oldest first. */
export function Life({ entries, id }: Props) {
  const words = useWords('transactions')
  const shell = useWords('shell')
  const format = useFormat()
  return (
    <section className="card" aria-labelledby="life">
      <h2 id="life">{words.life}</h2>
      <p className="help">{shell.timesIn(format.zone)}</p>
      <ol className="timeline">
        {entries.map((entry) => {
          const { event, at, kind, recordId, transactionId, amount, currency = '', note } = entry
          return (
            <li key={`${kind} ${recordId}`} className={TONES[event]}>
              <p className="what">
                {words.events[event]}
                {amount !== undefined && <span className="money"> · {format.amount(amount, currency)}</span>}
              </p>
              {note !== undefined && <p className="detail">{note}</p>}
              <p className="detail">
                <time dateTime={at}>{format.instant(at)}</time>
                {transactionId !== id && <span> · {transactionId}</span>}
              </p>
            </li>
          )
        })}
      </ol>
      {entries.length === 0 && <p>{words.noLife}</p>}
    </section>
  )
}
