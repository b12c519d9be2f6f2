import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { useWords } from '../words/use-words.ts'
import { Field } from './field.tsx'

type Props = Omit<ComponentProps<'input'>, 'type'> & {
  readonly label: string
  readonly help?: string
  readonly problem?: string | undefined
}

/** A password that can be shown while it is typed. */
export function PasswordField({ label, help, problem, ...input }: Props) {
  const words = useWords('entry')
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field label={label} help={help} problem={problem}>
      {(ids) => (
        <div className="with-button">
          <input {...input} {...ids} type={isShown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} />
          <button
            type="button"
            className="inside-button"
            aria-pressed={isShown}
            aria-label={isShown ? words.hidePassword : words.showPassword}
            onClick={() => setShown(!isShown)}
          >
            <Icon size={20} aria-hidden="true" />
          </button>
        </div>
      )}
    </Field>
  )
}
