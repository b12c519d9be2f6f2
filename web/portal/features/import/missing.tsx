import { useWords } from '../../words/use-words.ts'
import { canBeCommon, missingFields } from './choices.ts'
import type { StepProps } from './step-props.ts'
import { useFieldLabels } from './use-field-labels.ts'

/** Fields that every invoice would lack. */
export function Missing({ choices }: Pick<StepProps, 'choices'>) {
  const words = useWords('imports')
  const { full } = useFieldLabels()
  const missing = missingFields(choices)
  if (missing.length === 0) return null
  return (
    <div className="notice warning" role="status">
      <p>{missing.some(canBeCommon) ? words.missing : words.missingLines}</p>
      <ul>
        {missing.map((field) => (
          <li key={field}>{full(field)}</li>
        ))}
      </ul>
    </div>
  )
}
