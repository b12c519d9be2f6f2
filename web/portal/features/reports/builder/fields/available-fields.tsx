import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useFormat } from '../../../../format/use-format.ts'
import { useWords } from '../../../../words/use-words.ts'
import type { ReportField } from '../../definitions.ts'
import { type FieldGroup, groupsOf, matching, spacedName, toggled } from './field-groups.ts'
import { FieldName } from './field-name.tsx'

type Props = {
  readonly attributes: readonly ReportField[]
  readonly chosen: readonly string[]
  readonly onChoose: (fields: readonly string[]) => void
}

const FOUND_MAX = 60

/** All fields by group, or those that a search finds, each with its description. */
export function AvailableFields({ attributes, chosen, onChoose }: Props) {
  const words = useWords('reports')
  const format = useFormat()
  const [text, setText] = useState('')
  const search = useDeferredValue(text.trim())
  const found = search === '' ? [] : matching(attributes, search)
  const isChosen = (name: string): boolean => chosen.includes(name)
  const toggle = (name: string) => onChoose(toggled(chosen, name))
  return (
    <>
      <div className="list-search">
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          aria-label={words.searchFields}
          placeholder={words.searchFields}
          value={text}
          onChange={({ target }) => setText(target.value)}
          // Enter would order the report.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      </div>
      <div className="available-fields">
        {search === '' ? (
          groupsOf(attributes).map((group) => (
            <Group key={group.name} group={group} isChosen={isChosen} onToggle={toggle} />
          ))
        ) : (
          <>
            <p className="quiet small" role="status">
              {words.fieldsFound({ count: found.length, text: format.count(found.length) })}
            </p>
            <FieldList fields={found.slice(0, FOUND_MAX)} isChosen={isChosen} onToggle={toggle} />
          </>
        )}
      </div>
    </>
  )
}

type GroupProps = {
  readonly group: FieldGroup
  readonly isChosen: (name: string) => boolean
  readonly onToggle: (name: string) => void
}

/** Its fields exist only while it is open: there are several hundred of them. */
function Group({ group, isChosen, onToggle }: GroupProps) {
  const words = useWords('reports')
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const count = group.fields.filter(({ name }) => isChosen(name)).length
  const counts = { chosen: format.count(count), total: format.count(group.fields.length) }
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <span lang="en">{spacedName(group.name)}</span> <span className="quiet small">{words.countOf(counts)}</span>
      </summary>
      {isOpen && <FieldList fields={group.fields} isChosen={isChosen} onToggle={onToggle} />}
    </details>
  )
}

type ListProps = Omit<GroupProps, 'group'> & { readonly fields: readonly ReportField[] }

function FieldList({ fields, isChosen, onToggle }: ListProps) {
  return (
    <ul className="field-options">
      {fields.map((field) => (
        <FieldRow key={field.name} field={field} isChosen={isChosen(field.name)} onToggle={onToggle} />
      ))}
    </ul>
  )
}

type RowProps = {
  readonly field: ReportField
  readonly isChosen: boolean
  readonly onToggle: (name: string) => void
}

function FieldRow({ field, isChosen, onToggle }: RowProps) {
  return (
    <li>
      <label className="check">
        <input type="checkbox" checked={isChosen} onChange={() => onToggle(field.name)} />
        <span lang="en">
          <FieldName name={field.name} />
          <span className="quiet small">{field.description}</span>
        </span>
      </label>
      <Codes field={field} />
    </li>
  )
}

/** Codes with their meanings, where the field is chosen. */
function Codes({ field: { codes } }: Pick<RowProps, 'field'>) {
  const words = useWords('reports')
  if (codes === undefined) return null
  return (
    <details className="field-codes">
      <summary className="small">{words.codes}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: A region that scrolls must be reachable by keyboard. */}
      <section className="code-list" tabIndex={0} aria-label={words.codes}>
        <dl lang="en">
          {Object.entries(codes).map(([code, meaning]) => (
            <div key={code}>
              <dt>{code}</dt>
              <dd>{meaning}</dd>
            </div>
          ))}
        </dl>
      </section>
    </details>
  )
}
