import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { useWords } from '../../words/use-words.ts'

type Props = { readonly email: string | undefined; readonly onApply: (email: string) => void }

export function CustomerForm({ email: now, onApply }: Props) {
  const words = useWords('invoices')
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const email = String(new FormData(event.currentTarget).get('email') ?? '').trim()
    if (!/^\S+@\S+$/.test(email)) return setProblem(words.wrongEmail)
    onApply(email)
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
        defaultValue={now}
      />
      <Button type="submit" isCompact>
        {words.apply}
      </Button>
    </form>
  )
}
