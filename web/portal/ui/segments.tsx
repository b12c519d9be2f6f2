import { useId } from 'react'

type Props<Value extends string> = {
  /** Names the group for screen readers. */
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [Value, string])[]
  readonly onChoose: (value: Value) => void
}

/** One of few, side by side: native radio buttons that look like one control. */
export function Segments<Value extends string>({ label, value, options, onChoose }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="segments">
      <legend className="hidden-text">{label}</legend>
      {options.map(([option, text]) => (
        <label key={option}>
          <input type="radio" name={name} checked={option === value} onChange={() => onChoose(option)} />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  )
}
