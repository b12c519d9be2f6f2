import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useApi } from '../../../api/api.ts'
import { useMay, useOrganization } from '../../../session/organization.ts'
import { Button, buttonClass } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { ProblemNotice } from '../../../ui/problem.tsx'
import { showToast } from '../../../ui/toast.tsx'
import { useWords } from '../../../words/use-words.ts'
import { bodyOf } from '../builder/body.ts'
import { formOfReadyMade } from '../builder/form.ts'
import { Sentence } from '../builder/sentence.tsx'
import { useProblemText } from '../builder/use-problem-text.ts'
import { fieldsQuery } from '../definitions.ts'
import { usePlaceOrder, useSubscriptions } from '../queries.ts'
import { READY_MADE, type ReadyMadeReport } from '../ready-made.ts'

/** Four subscriptions for those who do not know yet what they need. */
export function ReadyMade() {
  const words = useWords('reports')
  const may = useMay()
  const { data } = useSubscriptions()
  const [chosen, setChosen] = useState<ReadyMadeReport>()
  if (!may('reports:manage') || data === undefined) return null
  const names = new Set(data.subscriptions.map(({ reportName }) => reportName))
  return (
    <section className="ready-made" aria-labelledby="ready-made">
      <h2 id="ready-made">{words.readyMade}</h2>
      <ul>
        {READY_MADE.map((report) => (
          <li key={report.key} className="card">
            <h3>{words.readyMadeNames[report.key]}</h3>
            <p className="quiet small">{words.readyMadeTexts[report.key]}</p>
            {names.has(report.reportName) ? (
              <p className="subscribed small">
                <Check size={16} aria-hidden="true" />
                {words.subscribed}
              </p>
            ) : (
              <Button
                kind="plain"
                isCompact
                aria-label={words.subscribeTo({ name: words.readyMadeNames[report.key] })}
                onClick={() => setChosen(report)}
              >
                {words.subscribe}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {chosen !== undefined && <SubscribeDialog report={chosen} onClose={() => setChosen(undefined)} />}
    </section>
  )
}

type DialogProps = { readonly report: ReadyMadeReport; readonly onClose: () => void }

/** Says what will happen, and asks. */
function SubscribeDialog({ report, onClose }: DialogProps) {
  const words = useWords('reports')
  const [api, client] = [useApi(), useQueryClient()]
  const { timeZone } = useOrganization()
  const { mutateAsync, isPending, error } = usePlaceOrder()
  const problem = useProblemText(error)
  const form = formOfReadyMade(report, { timeZone, fields: [] })
  const subscribe = async () => {
    const { attributes } = await client.ensureQueryData(fieldsQuery(api, report.definition))
    const fields = attributes.flatMap((field) => (field.default ? [field.name] : []))
    await mutateAsync({ isOnce: false, body: bodyOf({ ...form, fields }) })
    showToast(words.subscribedTo({ name: report.reportName }))
    onClose()
  }
  return (
    <Dialog isOpen onClose={onClose} title={words.readyMadeNames[report.key]}>
      {problem !== undefined && <ProblemNotice>{problem}</ProblemNotice>}
      <Sentence form={form} />
      <p className="quiet small">{words.subscribeText}</p>
      <DialogActions>
        <Link
          className={buttonClass({ kind: 'plain' })}
          to="/o/$organizationId/reports/-/new"
          from="/o/$organizationId"
          search={{ ready: report.key }}
        >
          {words.adjust}
        </Link>
        <Button onClick={() => void subscribe().catch(() => undefined)} isBusy={isPending}>
          {words.subscribe}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
