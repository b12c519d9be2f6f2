import { useRef } from 'react'
import { JOB_INVOICES_MAX } from '../../../../src/invoicing/bulk/invoice-job.ts'
import { ApiProblem, ConnectionLost } from '../../api/api-problem.ts'
import { useFormat } from '../../format/use-format.ts'
import type { JobAction } from '../../invoice-jobs/job.ts'
import { useStartJob } from '../../invoice-jobs/queries.ts'
import { useJobTexts } from '../../invoice-jobs/use-job-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import { useMatchCount, useToday } from '../queries.ts'
import { jobTarget } from '../state/job-order.ts'
import type { ListState } from '../state/list-state.ts'
import { participantsQuery, type WithoutEmail, withoutEmailQuery } from '../state/participants.ts'
import type { Selection } from '../state/selection.ts'

type Order = { readonly selection: Selection; readonly state: ListState }
type Props = {
  readonly action: JobAction
  readonly order: Order
  /** Undefined while all that match are counted. */
  readonly count: number | undefined
  readonly onClose: () => void
  readonly onStarted: (jobId: string) => void
}

/** Asks before an action on many invoices: how many, what happens, and how many of them can take part. */
export function JobDialog({ action, order, count = 0, onClose, onStarted }: Props) {
  const words = useWords('jobs')
  const shell = useWords('shell')
  const format = useFormat()
  const { order: titleOf } = useJobTexts()
  const today = useToday()
  const isTooMany = count > JOB_INVOICES_MAX
  const participants = useParticipants({ ...order, action, today }, { isAsked: !isTooMany })
  const { start, isBusy, problem } = useStart(onStarted)
  const isPossible = count > 0 && !isTooMany && (participants === undefined || takingPart(participants) > 0)
  const isDanger = action === 'cancel'
  return (
    <Dialog isOpen onClose={onClose} title={titleOf(action, count)}>
      {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      {isTooMany ? (
        <p>{words.tooMany({ text: format.count(JOB_INVOICES_MAX) })}</p>
      ) : (
        <>
          <p>{isDanger ? `${words.effects[action]} ${words.cannotUndo}` : words.effects[action]}</p>
          <Participants count={count} participants={participants} />
          {isPossible && <p className="quiet small">{words.mailsWait}</p>}
        </>
      )}
      <DialogActions>
        <Button kind="plain" onClick={onClose} disabled={isBusy}>
          {shell.back}
        </Button>
        {isPossible && (
          <Button
            {...(isDanger && { kind: 'danger' as const })}
            onClick={() => start({ ...jobTarget(order.selection, order.state, today), action, expectedCount: count })}
            isBusy={isBusy}
          >
            {titleOf(action, count)}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  )
}

type Counts = { readonly able: number } & Readonly<Record<WithoutEmail, number>>

/** How many have a status that allows it, and what becomes of those without email; undefined while they are counted. */
function useParticipants(
  order: Parameters<typeof participantsQuery>[0],
  { isAsked }: { readonly isAsked: boolean },
): Counts | undefined {
  const able = useMatchCount(isAsked ? participantsQuery(order) : undefined)
  const refused = useMatchCount(isAsked ? withoutEmailQuery(order, 'refused') : undefined)
  const published = useMatchCount(isAsked ? withoutEmailQuery(order, 'published') : undefined)
  return able === undefined || refused === undefined || published === undefined
    ? undefined
    : { able, refused, published }
}

function takingPart({ able, refused }: Counts): number {
  return able - refused
}

/** How many of them can take part, and why the others cannot. */
function Participants({ count, participants }: { readonly count: number; readonly participants: Counts | undefined }) {
  const words = useWords('jobs')
  const format = useFormat()
  if (participants === undefined) return <p className="quiet">{words.checking}</p>
  const { able, refused, published } = participants
  if (able === 0) return <p>{words.noneCan}</p>
  const counted = (some: number) => ({ count: some, text: format.count(some) })
  const unable = Math.max(0, count - able)
  const sentences = [
    unable > 0 && words.someCannot(counted(unable)),
    refused > 0 && words.withoutEmail(counted(refused)),
    unable === 0 && refused === 0 && words.allCan,
    takingPart(participants) > 0 && words.listed,
  ]
  return (
    <>
      <p>{sentences.filter((sentence) => sentence !== false).join(' ')}</p>
      {published > 0 && <p>{words.onlyPublished(counted(published))}</p>}
    </>
  )
}

function useStart(onStarted: (jobId: string) => void) {
  const { mutate, isPending, error } = useStartJob()
  const problem = useProblemText(error)
  // One key for each opened dialog: after a lost connection the same request can be sent again.
  const key = useRef('')
  const start = (order: Omit<Parameters<typeof mutate>[0], 'key'>) => {
    key.current ||= crypto.randomUUID()
    mutate({ ...order, key: key.current } as Parameters<typeof mutate>[0], {
      onSuccess: ({ jobId }) => onStarted(jobId),
      onError: (failure) => {
        if (!(failure instanceof ConnectionLost)) key.current = ''
      },
    })
  }
  return { start, isBusy: isPending, problem }
}

function useProblemText(error: Error | null): string | undefined {
  const words = useWords('jobs')
  const shell = useWords('shell')
  const format = useFormat()
  if (error === null) return undefined
  if (error instanceof ConnectionLost) return shell.connectionLostText
  if (!(error instanceof ApiProblem)) return shell.failedText
  const texts: Readonly<Record<string, string>> = {
    SELECTION_CHANGED: words.selectionChanged({ text: format.count(Number(error.facts['count'] ?? 0)) }),
    NOTHING_SELECTED: words.nothingSelected,
    TOO_MANY_INVOICES: words.tooMany({ text: format.count(JOB_INVOICES_MAX) }),
    TOO_MANY_JOBS: words.tooManyJobs,
  }
  return texts[error.reason] ?? shell.failedText
}
