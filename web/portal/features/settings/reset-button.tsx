import { RotateCcw } from 'lucide-react'
import { type FieldPath, useFormContext } from 'react-hook-form'
import { useWords } from '../../words/use-words.ts'
import type { FormValues } from './form-values.ts'

type Props = {
  readonly path: FieldPath<FormValues>
  readonly to: unknown
  readonly name: string
  /** The default as people read it. */
  readonly shown: string
}

/** Gives a setting its default back, once it is saved. */
export function ResetButton({ path, to, name, shown }: Props) {
  const words = useWords('settings')
  const { setValue } = useFormContext<FormValues>()
  return (
    <p className="reset">
      <button
        type="button"
        className="button quiet compact"
        aria-label={words.resetField({ name })}
        onClick={() => setValue(path, to as never, { shouldDirty: true })}
      >
        <RotateCcw size={14} aria-hidden="true" />
        {words.reset}
      </button>
      <span className="help value">{words.defaultIs({ value: shown })}</span>
    </p>
  )
}
