import { useNavigate } from '@tanstack/react-router'
import { useId } from 'react'
import { DELIVERIES } from '../../../../src/invoicing/imports/reading/import-options.ts'
import { ApiProblem } from '../../api/api-problem.ts'
import { useFormat } from '../../format/use-format.ts'
import { Button } from '../../ui/button.tsx'
import { FormProblem } from '../../ui/form-problem.tsx'
import { ProblemNotice } from '../../ui/problem.tsx'
import { useWords } from '../../words/use-words.ts'
import type { Choices } from './choices.ts'
import { type Check, useRunImport } from './queries.ts'

type Props = {
  readonly importId: string
  readonly choices: Choices
  readonly onChange: (choices: Choices) => void
  readonly check: Check
  /** The check of the last choice is still on its way. */
  readonly isStale: boolean
}

/** Says what will become of the invoices. */
export function RunForm({ importId, choices, onChange, check, isStale }: Props) {
  const words = useWords('imports')
  const format = useFormat()
  const navigate = useNavigate({ from: '/o/$organizationId/invoices/-/imports/$importId' })
  const run = useRunImport(importId)
  const { valid } = check.invoices
  const start = () => run.mutate(choices, { onSuccess: () => void navigate({ search: {}, replace: true }) })
  return (
    <section className="card" aria-labelledby="delivery">
      <h2 id="delivery">{words.delivery}</h2>
      <Deliveries value={choices.delivery} onChoose={(delivery) => onChange({ ...choices, delivery })} />
      <Outcome check={check} delivery={choices.delivery} />
      <RunProblem error={run.error} />
      <div>
        <Button onClick={start} disabled={valid === 0 || isStale} isBusy={run.isPending}>
          {words.run({ count: valid, text: format.count(valid) })}
        </Button>
      </div>
    </section>
  )
}

type DeliveriesProps = {
  readonly value: Choices['delivery']
  readonly onChoose: (delivery: Choices['delivery']) => void
}

function Deliveries({ value, onChoose }: DeliveriesProps) {
  const words = useWords('imports')
  const name = useId()
  return (
    <fieldset className="choices" aria-labelledby="delivery">
      {DELIVERIES.map((delivery) => (
        <div key={delivery} className="option">
          <label className="choice">
            <input type="radio" name={name} checked={delivery === value} onChange={() => onChoose(delivery)} />
            <span>{words.deliveries[delivery]}</span>
          </label>
        </div>
      ))}
    </fieldset>
  )
}

function Outcome({ check, delivery }: { readonly check: Check; readonly delivery: Choices['delivery'] }) {
  const words = useWords('imports')
  const format = useFormat()
  const { valid, repeated, failed } = check.invoices
  const changed = check.repetitions.filter(({ isChanged }) => isChanged).length
  const counted = (count: number) => ({ count, text: format.count(count) })
  return (
    <div className="import-outcome" role="status">
      <p>{valid === 0 ? words.nothing : words.outcomes[delivery](counted(valid))}</p>
      {failed > 0 && <p>{words.leftOut(counted(failed))}</p>}
      {repeated > 0 && <p>{words.notAgain(counted(repeated))}</p>}
      {changed > 0 && <p>{words.changed(counted(changed))}</p>}
    </div>
  )
}

function RunProblem({ error }: { readonly error: Error | null }) {
  const words = useWords('imports')
  const reason = error instanceof ApiProblem ? error.reason : ''
  if (reason === 'TOO_MANY_IMPORTS') return <ProblemNotice>{words.tooMany}</ProblemNotice>
  if (reason === 'IMPORT_STARTED') return <ProblemNotice>{words.started}</ProblemNotice>
  return <FormProblem error={error} />
}
