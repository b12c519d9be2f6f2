import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReportMimeType } from '../../../../../src/reporting/reports/report.ts'
import { useApi } from '../../../api/api.ts'
import { CheckField, Field, SelectField, TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'
import { definitionsQuery } from '../definitions.ts'
import { FORMAT_NAMES } from '../format-names.ts'
import type { ReportForm } from './form.ts'
import { Part } from './part.tsx'
import type { PartProps } from './part-props.ts'

/** The file, its name, and who hears of it. */
export function OutputPart({ form, change, problems, isLocked }: PartProps & { readonly isLocked: boolean }) {
  const words = useWords('reports')
  return (
    <Part title={words.file}>
      <FormatField form={form} change={change} problems={problems} />
      {form.format === 'text/csv' && (
        <SelectField
          label={words.convention}
          problem={problems.convention?.[0]}
          value={form.convention}
          onChange={({ target }) => change({ convention: target.value as ReportForm['convention'] })}
        >
          <option value="">{words.conventionUsual}</option>
          <option value="SOAPI">SOAPI (billTo_city)</option>
          <option value="SCMP">SCMP (bill_to_city)</option>
        </SelectField>
      )}
      <CheckField
        label={words.signedAmounts}
        checked={form.hasSignedAmounts}
        onChange={({ target }) => change({ hasSignedAmounts: target.checked })}
      />
      <TextField
        label={words.name}
        help={isLocked ? words.nameLocked : words.nameHelp}
        problem={problems.name?.[0]}
        value={form.name}
        maxLength={250}
        disabled={isLocked}
        onChange={({ target }) => change({ name: target.value, isNamed: target.value !== '' })}
      />
      <Field label={words.recipients} help={words.recipientsHelp} problem={problems.recipients?.[0]}>
        {(ids) => (
          <textarea
            {...ids}
            rows={2}
            spellCheck={false}
            value={form.recipients}
            onChange={({ target }) => change({ recipients: target.value })}
          />
        )}
      </Field>
    </Part>
  )
}

function FormatField({ form, change, problems }: PartProps) {
  const words = useWords('reports')
  const { data: definitions } = useSuspenseQuery(definitionsQuery(useApi()))
  const formats = definitions.find(({ reportDefinitionName: name }) => name === form.definition)?.supportedFormats ?? []
  return (
    <SelectField
      label={words.format}
      problem={problems.format?.[0]}
      value={form.format}
      onChange={({ target }) => change({ format: target.value as ReportMimeType })}
    >
      {(Object.keys(FORMAT_NAMES) as readonly ReportMimeType[])
        .filter((format) => formats.includes(format))
        .map((format) => (
          <option key={format} value={format}>
            {FORMAT_NAMES[format]}
          </option>
        ))}
    </SelectField>
  )
}
