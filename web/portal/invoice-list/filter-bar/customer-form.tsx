import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'
import type { FormProps } from './form-props.ts'

export function CustomerForm({ state, onApply }: FormProps) {
  const words = useWords('invoices')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (!/^\S+@\S+$/.test(email)) return setProblem(words.wrongEmail)
    onApply({ customerEmail: email })
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={words.emailAddress}
        help={words.emailHint}
        problem={problem}
        type="email"
        name="email"
        autoComplete="off"
        defaultValue={state.customerEmail}
      />
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}
