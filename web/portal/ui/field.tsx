import { type ComponentProps, type ReactNode, useId } from 'react'

type Shared = {
  readonly label: ReactNode
  readonly help?: ReactNode
  /** Says what to do. The field is marked as wrong while there is one. */
  readonly problem?: ReactNode
}

type Ids = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
}

type FieldProps = Shared & {
  /** The control, with the ids that tie it to label, help and problem. */
  readonly children: (ids: Ids) => ReactNode
}

/** A control with its label above, its help and its problem below. */
export function Field({ label, help, problem, children }: FieldProps) {
  const id = useId()
  const described = [problem != null && `${id}-problem`, help !== undefined && `${id}-help`].filter(Boolean)
  const isWrong = problem != null
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-describedby': described.length > 0 ? described.join(' ') : undefined,
        'aria-invalid': isWrong || undefined,
      })}
      {isWrong && (
        <p className="problem" id={`${id}-problem`}>
          {problem}
        </p>
      )}
      {help !== undefined && (
        <p className="help" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

/** A line of text. Works with react-hook-form: `<TextField label={…} {...register('name')} />`. */
export function TextField({ label, help, problem, ...input }: Shared & ComponentProps<'input'>) {
  return (
    <Field label={label} help={help} problem={problem}>
      {(ids) => <input {...input} {...ids} />}
    </Field>
  )
}

/** A native choice of one, which works by keyboard and on phones as people know it. */
export function SelectField({ label, help, problem, children, ...select }: Shared & ComponentProps<'select'>) {
  return (
    <Field label={label} help={help} problem={problem}>
      {(ids) => (
        <select {...select} {...ids}>
          {children}
        </select>
      )}
    </Field>
  )
}

export function CheckField({ label, ...input }: Pick<Shared, 'label'> & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>{label}</span>
    </label>
  )
}
