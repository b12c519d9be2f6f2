import { useId, useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { Button } from '../../../ui/button.tsx'
import { FormProblem } from '../../../ui/form-problem.tsx'
import { useWords } from '../../../words/use-words.ts'
import { type Group, useChangeGroup } from './queries.ts'

const SHOWN_STEP = 100

/** The members of a group; a long list is shown in steps. */
export function Members({ group: { name, merchants } }: { readonly group: Group }) {
  const words = useWords('administration')
  const format = useFormat()
  const id = useId()
  const change = useChangeGroup(name)
  const [shown, setShown] = useState(SHOWN_STEP)
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id}>{words.membersTitle}</h2>
      <FormProblem error={change.error} />
      {merchants.length === 0 && <p className="quiet">{words.noMembers}</p>}
      <ul className="member-list">
        {merchants.slice(0, shown).map((merchant) => (
          <li key={merchant.organizationId}>
            <span className="value">
              {merchant.name}
              <code className="quiet small">{merchant.organizationId}</code>
            </span>
            <Button
              kind="plain"
              isCompact
              aria-label={words.removeOf({ name: merchant.name })}
              disabled={change.isPending}
              onClick={() => change.mutate({ remove: [merchant.organizationId] })}
            >
              {words.remove}
            </Button>
          </li>
        ))}
      </ul>
      {merchants.length > shown && (
        <div className="more">
          <Button kind="plain" onClick={() => setShown(shown + SHOWN_STEP)}>
            {words.more}
          </Button>
          <p className="quiet small">
            {words.shownOf({ shown: format.count(shown), total: format.count(merchants.length) })}
          </p>
        </div>
      )}
    </section>
  )
}
