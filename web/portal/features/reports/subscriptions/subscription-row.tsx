import { Link, useParams } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useMay } from '../../../session/organization.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../../ui/menu.tsx'
import { ProblemNotice } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useLanguage, useWords } from '../../../words/use-words.ts'
import { formOfSubscription } from '../builder/form.ts'
import { useSentence } from '../builder/sentence.tsx'
import { useProblemText } from '../builder/use-problem-text.ts'
import { periodText } from '../period-text.ts'
import { type Subscription, useSubscriptionAction } from '../queries.ts'

type Props = { readonly subscription: Subscription }

/** One subscription: its sentence, its next run, and periods that were left out. */
export function SubscriptionRow({ subscription }: Props) {
  const words = useWords('reports')
  const format = useFormat()
  const may = useMay()
  const { reportName: name, nextRunTime, subscriptionStatus, skippedPeriods, deliverTo } = subscription
  const sentence = useSentence(formOfSubscription(subscription, { timeZone: subscription.timezone, today: '' }))
  const { mutate, isPending, error } = useSubscriptionAction()
  const problem = useProblemText(error)
  const isPaused = subscriptionStatus === 'INACTIVE'
  const next = nextRunTime === undefined ? undefined : words.nextRun({ time: format.instant(nextRunTime) })
  return (
    <li>
      <div className="subscription-text">
        <h2>
          <span className="value">{name}</span> {isPaused && <span className="badge partial">{words.paused}</span>}
        </h2>
        <p className="value">{sentence}</p>
        {next !== undefined && <p className="quiet small">{next}</p>}
        {deliverTo.length > 0 && <p className="quiet small value">{words.sentTo({ names: deliverTo.join(', ') })}</p>}
        <Skipped periods={skippedPeriods} />
        {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      </div>
      <div className="subscription-actions">
        <ReportsLink name={name} />
        {may('reports:manage') && <Actions name={name} isPaused={isPaused} isBusy={isPending} act={mutate} />}
      </div>
    </li>
  )
}

function ReportsLink({ name }: { readonly name: string }) {
  const words = useWords('reports')
  return (
    <Link
      className={buttonClass({ kind: 'quiet', isCompact: true })}
      to="/o/$organizationId/reports"
      from="/o/$organizationId"
      search={{ search: name }}
      aria-label={words.reportsOf({ name })}
    >
      {words.itsReports}
    </Link>
  )
}

type Periods = Subscription['skippedPeriods']

/** Periods without a report, the last ones first. */
function Skipped({ periods }: { readonly periods: Periods }) {
  const words = useWords('reports')
  const language = useLanguage()
  if (periods.length === 0) return null
  return (
    <details className="small">
      <summary className="quiet">{words.skipped({ count: periods.length, text: String(periods.length) })}</summary>
      <ul>
        {periods.toReversed().map(({ startTime, endTime, reason }) => (
          <li key={startTime}>
            {periodText(startTime, endTime, language)}: {words.skippedFor[reason]}
          </li>
        ))}
      </ul>
    </details>
  )
}

type ActionsProps = {
  readonly name: string
  readonly isPaused: boolean
  readonly isBusy: boolean
  readonly act: ReturnType<typeof useSubscriptionAction>['mutate']
}

function Actions({ name, isPaused, isBusy, act }: ActionsProps) {
  const words = useWords('reports')
  const { organizationId } = useParams({ from: '/o/$organizationId' })
  const [isAsking, setAsking] = useState(false)
  const pause = () =>
    act(
      { name, action: isPaused ? 'resume' : 'pause' },
      { onSuccess: () => showToast(isPaused ? words.resumed({ name }) : words.pausedNow({ name })) },
    )
  const remove = () => {
    setAsking(false)
    act({ name, action: 'delete' }, { onSuccess: () => showToast(words.deleted({ name })) })
  }
  const trigger = (
    <Button kind="quiet" isCompact aria-label={words.actionsOf({ name })} isBusy={isBusy}>
      <Ellipsis size={20} aria-hidden="true" />
    </Button>
  )
  return (
    <>
      <Menu trigger={trigger}>
        <MenuLink
          link={
            <Link
              to="/o/$organizationId/reports/-/subscriptions/$name"
              params={{ organizationId, name }}
              aria-label={words.editNamed({ name })}
            />
          }
        >
          {words.edit}
        </MenuLink>
        <MenuItem onSelect={pause}>{isPaused ? words.resume : words.pause}</MenuItem>
        <MenuSeparator />
        <MenuItem isDanger onSelect={() => setAsking(true)}>
          {words.delete}
        </MenuItem>
      </Menu>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={words.deleteTitle({ name })}
        confirmLabel={words.deleteConfirm({ name })}
        isDanger
        onConfirm={remove}
      >
        <p>{words.deleteText}</p>
      </ConfirmDialog>
    </>
  )
}
