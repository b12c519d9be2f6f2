import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Field, SelectField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import type { ReportField } from '../definitions.ts'
import type { Filter } from './form.ts'
import { Part, PartProblems } from './part.tsx'
import type { PartProps } from './part-props.ts'

type Props = PartProps & { readonly attributes: readonly ReportField[] }

/** Only records whose fields have one of the values. */
export function FilterPart({ form, change, problems, attributes }: Props) {
  const words = useWords('reports')
  const filterable = attributes.filter(({ filterType }) => filterType !== undefined)
  const unused = filterable.filter(({ name }) => !form.filters.some((filter) => filter.name === name))
  const set = (name: string, values: readonly string[] | undefined) =>
    change({
      filters: form.filters.flatMap((filter) =>
        filter.name !== name ? [filter] : values === undefined ? [] : [{ name, values }],
      ),
    })
  if (filterable.length === 0) return null
  return (
    <Part title={words.filters}>
      <PartProblems problems={problems.filters} />
      {form.filters.map((filter) => (
        <FilterRow
          key={filter.name}
          filter={filter}
          field={attributes.find(
            ({ name, shortFilterName }) => filter.name === name || filter.name === shortFilterName,
          )}
          onChange={(values) => set(filter.name, values)}
        />
      ))}
      <SelectField
        label={words.addFilter}
        help={form.filters.length === 0 ? words.noFilters : undefined}
        value=""
        onChange={({ target }) => change({ filters: [...form.filters, { name: target.value, values: [] }] })}
      >
        <option value="">{words.chooseField}</option>
        {unused.map(({ name }) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
    </Part>
  )
}

type RowProps = {
  readonly filter: Filter
  readonly field: ReportField | undefined
  readonly onChange: (values: readonly string[] | undefined) => void
}

/** One filter: its values as chips, and a way to add one. Codes are chosen by their meanings. */
function FilterRow({ filter: { name, values }, field, onChange }: RowProps) {
  const words = useWords('reports')
  const codes = field?.codes
  const canAdd = values.length === 0 || field?.filterType !== 'SINGLE'
  const add = (value: string) => value !== '' && !values.includes(value) && onChange([...values, value])
  return (
    <div className="filter-row">
      <p className="filter-name">
        <span className="value" lang="en">
          {name}
        </span>
        <Button kind="quiet" isCompact onClick={() => onChange(undefined)}>
          {words.removeFilter}
        </Button>
      </p>
      <ul className="filter-values">
        {values.map((value) => (
          <li key={value} className="chip">
            <span lang="en">{codes?.[value] === undefined ? value : `${value}: ${codes[value]}`}</span>
            <button
              type="button"
              className="chip-remove"
              aria-label={words.removeValue({ value })}
              onClick={() => onChange(values.filter((one) => one !== value))}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      {canAdd &&
        (codes === undefined ? <TypedValue name={name} onAdd={add} /> : <CodeValue codes={codes} onAdd={add} />)}
    </div>
  )
}

type AddProps = { readonly onAdd: (value: string) => unknown }

function CodeValue({ codes, onAdd }: AddProps & { readonly codes: Readonly<Record<string, string>> }) {
  const words = useWords('reports')
  return (
    <SelectField label={words.addValue} value="" onChange={({ target }) => onAdd(target.value)}>
      <option value="">{words.chooseValue}</option>
      {Object.entries(codes).map(([code, meaning]) => (
        <option key={code} value={code}>
          {code}: {meaning}
        </option>
      ))}
    </SelectField>
  )
}

function TypedValue({ name, onAdd }: AddProps & { readonly name: string }) {
  const words = useWords('reports')
  const [text, setText] = useState('')
  const add = () => {
    onAdd(text.trim())
    setText('')
  }
  const addByEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    // Enter would order the report.
    event.preventDefault()
    add()
  }
  return (
    <Field label={words.addValue}>
      {(ids) => (
        <div className="typed-value">
          <input
            {...ids}
            name={`filter-${name}`}
            maxLength={1000}
            value={text}
            onChange={({ target }) => setText(target.value)}
            onKeyDown={addByEnter}
          />
          <Button kind="plain" onClick={add} aria-label={words.addValueNamed({ name })}>
            <Plus size={16} aria-hidden="true" />
            {words.add}
          </Button>
        </div>
      )}
    </Field>
  )
}
