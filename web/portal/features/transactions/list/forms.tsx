import { type FormEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CheckField, TextField } from '../../../ui/field.tsx'
import { useWords } from '../../../words/use-words.ts'

type ChoicesProps<T extends string> = {
  readonly choices: readonly T[]
  readonly chosen: readonly T[]
  readonly labels: Readonly<Record<T, string>>
  readonly onApply: (chosen: readonly T[]) => void
}

/** Several values of one filter. */
export function ChoicesForm<T extends string>({ choices, chosen: now, labels, onApply }: ChoicesProps<T>) {
  const words = useWords('invoices')
  const [chosen, setChosen] = useState(now)
  const toggle = (choice: T) =>
    setChosen(chosen.includes(choice) ? chosen.filter((each) => each !== choice) : [...chosen, choice])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onApply(choices.filter((choice) => chosen.includes(choice)))
  }
  return (
    <form onSubmit={submit}>
      {choices.map((choice) => (
        <CheckField
          key={choice}
          label={labels[choice]}
          checked={chosen.includes(choice)}
          onChange={() => toggle(choice)}
        />
      ))}
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}

type TextProps = {
  readonly label: string
  readonly help?: string
  readonly text: string | undefined
  /** Said where the text is refused. */
  readonly problem: string
  readonly isRight?: (text: string) => boolean
  readonly isNumeric?: boolean
  readonly onApply: (text: string) => void
}

/** One whole value, such as the last four digits. */
export function TextForm({ label, help, text, problem, isRight, isNumeric = false, onApply }: TextProps) {
  const words = useWords('invoices')
  const [isWrong, setWrong] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const typed = String(new FormData(event.currentTarget).get('text') ?? '').trim()
    if (typed === '' || isRight?.(typed) === false) return setWrong(true)
    onApply(typed)
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={label}
        {...(help !== undefined && { help })}
        problem={isWrong ? problem : undefined}
        name="text"
        autoComplete="off"
        maxLength={255}
        {...(isNumeric && { inputMode: 'numeric' as const })}
        defaultValue={text}
      />
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}
