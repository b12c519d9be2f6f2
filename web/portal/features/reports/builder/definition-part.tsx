import { useSuspenseQuery } from '@tanstack/react-query'
import { useApi } from '../../../api/api.ts'
import { useFormat } from '../../../format/use-format.ts'
import { useOrganization } from '../../../session/organization.ts'
import { SelectField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import { definitionsQuery } from '../definitions.ts'
import { optionsQuery } from '../queries.ts'
import { useDefinitionName } from '../use-definition-name.ts'
import { Part } from './part.tsx'
import type { PartProps } from './part-props.ts'

/** Whose payments, and what about them. */
export function DefinitionPart({ form, change, problems, isLocked }: PartProps & { readonly isLocked: boolean }) {
  const words = useWords('reports')
  const { data: definitions } = useSuspenseQuery(definitionsQuery(useApi()))
  const definitionName = useDefinitionName()
  const chosen = definitions.find(({ reportDefinitionName }) => reportDefinitionName === form.definition)
  const names = definitions
    .map(({ reportDefinitionName: name }) => [name, definitionName(name)] as const)
    .toSorted(([, a], [, b]) => a.localeCompare(b))
  return (
    <Part title={words.what}>
      <Merchants form={form} change={change} problems={problems} />
      <SelectField
        label={words.type}
        help={isLocked ? words.typeLocked : <span lang="en">{chosen?.description}</span>}
        problem={problems.definition?.[0]}
        value={form.definition}
        disabled={isLocked}
        onChange={({ target }) => change({ definition: target.value, fields: [], areFieldsChosen: false, filters: [] })}
      >
        {names.map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </SelectField>
    </Part>
  )
}

/** A partner reports on all merchants below it, or on a group of them. */
function Merchants({ form, change, problems }: PartProps) {
  const words = useWords('reports')
  const format = useFormat()
  const { type, name } = useOrganization()
  const { data: options } = useSuspenseQuery(optionsQuery(useApi()))
  if (type === 'merchant' && options.merchantGroups.length === 0) return null
  return (
    <SelectField
      label={words.merchants}
      help={type === 'merchant' ? undefined : words.merchantsHelp}
      problem={problems.group?.[0]}
      value={form.group}
      onChange={({ target }) => change({ group: target.value })}
    >
      <option value="">{type === 'merchant' ? name : words.allMerchants({ name })}</option>
      {options.merchantGroups.map(({ groupName, merchants }) => (
        <option key={groupName} value={groupName}>
          {words.group({ name: groupName, count: merchants, text: format.count(merchants) })}
        </option>
      ))}
    </SelectField>
  )
}
