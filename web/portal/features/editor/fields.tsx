import type { ComponentProps, ReactNode } from 'react'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { EditorForm } from './form/editor-form.ts'
import { type Kind, messageOf, ProblemText, problemOf, useMessage } from './problem-text.tsx'
import { useFieldWarning } from './saved-notices.tsx'
import { type FieldPath, useEditor } from './use-editor.ts'

type Props = Omit<ComponentProps<'input'>, 'name'> & {
  readonly name: FieldPath
  readonly label: ReactNode
  readonly help?: ReactNode
  /** Of amounts, which are read when the field is left. */
  readonly kind?: Kind
}

/** Registers a text with the form; an amount is read when its field is left. */
export function useRegister() {
  const { form } = useEditor()
  return (name: FieldPath, kind?: Kind) =>
    form.register(name, {
      ...(kind && {
        validate: (text: unknown, { currency }: EditorForm) => {
          const problem = problemOf(kind, String(text), currency)
          return problem === undefined || messageOf(problem)
        },
      }),
    })
}

export function EditorField({ name, kind, help, ...input }: Props) {
  const register = useRegister()
  const warning = useFieldWarning(name)
  return (
    <TextField
      {...input}
      help={warning ?? help}
      autoComplete="off"
      {...(kind && { inputMode: 'decimal' as const })}
      problem={useProblem(name, kind)}
      {...register(name, kind)}
    />
  )
}

export function EditorSelect({ name, ...select }: ComponentProps<typeof SelectField> & { readonly name: FieldPath }) {
  const register = useRegister()
  const warning = useFieldWarning(name)
  return <SelectField {...select} {...(warning && { help: warning })} problem={useProblem(name)} {...register(name)} />
}

/** The problem of a field as its message; undefined while there is none. */
export function useProblem(name: FieldPath, kind?: Kind): ReactNode {
  const { form } = useEditor()
  const message = useMessage(form.control, name)
  if (message === undefined) return undefined
  const choose = (text: string) => form.setValue(name, text, { shouldDirty: true, shouldValidate: true })
  return <ProblemText control={form.control} path={name} kind={kind} onChoose={choose} />
}
