import { useFormat } from '../../../../format/use-format.ts'
import { Button } from '../../../../ui/button.tsx'
import { useWords } from '../../../../words/use-words.ts'
import type { ReportField } from '../../definitions.ts'
import { Part, PartProblems } from '../part.tsx'
import type { PartProps } from '../part-props.ts'
import { AvailableFields } from './available-fields.tsx'
import { ChosenFields } from './chosen-fields.tsx'

type Props = PartProps & { readonly attributes: readonly ReportField[] }

/** Which columns, and in which order. */
export function FieldPart({ form, change, problems, attributes }: Props) {
  const words = useWords('reports')
  const format = useFormat()
  const choose = (fields: readonly string[]) => change({ fields, areFieldsChosen: true })
  const { length } = form.fields
  const counts = { count: length, chosen: format.count(length), total: format.count(attributes.length) }
  return (
    <Part title={words.fields}>
      <PartProblems problems={problems.fields} />
      <div className="field-columns">
        <section aria-labelledby="available-fields">
          <h3 id="available-fields">{words.availableFields}</h3>
          <AvailableFields attributes={attributes} chosen={form.fields} onChoose={choose} />
        </section>
        <section aria-labelledby="chosen-fields">
          <div className="chosen-head">
            <h3 id="chosen-fields">{words.chosenFields(counts)}</h3>
            <Button kind="quiet" isCompact onClick={() => change({ fields: [], areFieldsChosen: false })}>
              {words.defaultFields}
            </Button>
            <Button kind="quiet" isCompact onClick={() => choose(attributes.map(({ name }) => name))}>
              {words.allFields}
            </Button>
          </div>
          <ChosenFields fields={form.fields} onChoose={choose} />
        </section>
      </div>
    </Part>
  )
}
