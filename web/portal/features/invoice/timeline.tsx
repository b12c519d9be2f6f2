import { useState } from 'react'
import { useApi } from '../../api/api.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useWords } from '../../words/use-words.ts'
import { type Activity, type Entry, type MailEntry, timelineOf } from './activity.ts'
import { entryText } from './entry-text.ts'

const COLORS = { good: 'paid', bad: 'overdue', plain: undefined } as const

/** All that happened to the invoice, newest first. */
export function Timeline({ activity }: { readonly activity: Activity }) {
  const words = useWords('detail')
  const shell = useWords('shell')
  const { zone } = useFormat()
  return (
    <section className="card timeline-card" aria-labelledby="timeline">
      <h2 id="timeline">{words.timeline}</h2>
      <p className="help">{shell.timesIn(zone)}</p>
      <ol className="timeline">
        {timelineOf(activity.entries).map((entry) => (
          <TimelineEntry key={keyOf(entry)} entry={entry} />
        ))}
      </ol>
      {activity.hasMore && <p className="help">{words.moreEntries}</p>}
    </section>
  )
}

function TimelineEntry({ entry }: { readonly entry: Entry }) {
  const words = useWords('detail')
  const format = useFormat()
  const { title, state, note, tone } = entryText(entry, { words, format })
  return (
    <li className={COLORS[tone]}>
      <p className="what">{title}</p>
      {state !== undefined && <p className={tone === 'bad' ? 'detail late' : 'detail'}>{state}</p>}
      {note !== undefined && <p className="detail">{note}</p>}
      <time dateTime={entry.at}>{format.instant(entry.at)}</time>
      {entry.kind === 'mail' && entry.isKept && <MailDialog mail={entry} title={title} />}
    </li>
  )
}

/** The mail as it was handed over to the mail server. */
function MailDialog({ mail, title }: { readonly mail: MailEntry; readonly title: string }) {
  const words = useWords('detail')
  const api = useApi()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button kind="plain" isCompact onClick={() => setOpen(true)} aria-label={`${words.openMail}: ${title}`}>
        {words.openMail}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title} isWide>
        <iframe
          className="mail-frame"
          title={words.mailFrame}
          src={api.link(`/portal/v1/mails/${encodeURIComponent(mail.mailId)}`)}
          sandbox=""
        />
        <DialogActions>
          <Button onClick={() => setOpen(false)}>{words.close}</Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function keyOf(entry: Entry): string {
  switch (entry.kind) {
    case 'history':
      return `${entry.at} ${entry.event} ${entry.transactionId}`
    case 'mail':
      return entry.mailId
    case 'webhook':
      return entry.deliveryId
    case 'payment':
    case 'refund':
    case 'review':
    case 'dispute':
      return `${entry.kind} ${entry.transactionId}`
  }
}
