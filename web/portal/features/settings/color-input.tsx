import type { ComponentProps } from 'react'
import { useFormContext } from 'react-hook-form'
import { SETTING_FIELDS, type SettingName } from '../../../../src/invoicing/settings/settings-fields.ts'
import { type HeaderColors, replacedColors } from '../../../../src/kernel/colors/brand-colors.ts'
import { useWords } from '../../words/use-words.ts'
import type { FormValues } from './form-values.ts'
import { useSettings } from './settings-context.ts'

type Props = { readonly name: SettingName; readonly label: string; readonly input: ComponentProps<'input'> }

const isWritten = (color: string): boolean => SETTING_FIELDS.backgroundColor.form.pattern.test(color)

/** A color as text, and the picker of the browser beside it. */
export function ColorInput({ name, label, input }: Props) {
  const { setValue } = useFormContext<FormValues>()
  const typed = String(useSettings().typed.values[name])
  const pick = (color: string) => setValue(`values.${name}`, color.toUpperCase(), { shouldDirty: true })
  return (
    <div className="color-input">
      <input
        type="color"
        aria-label={label}
        value={isWritten(typed) ? sixDigits(typed) : '#000000'}
        onChange={({ target }) => pick(target.value)}
      />
      <input {...input} type="text" spellCheck={false} autoComplete="off" maxLength={7} />
    </div>
  )
}

function sixDigits(color: string): string {
  return color.length === 7 ? color : `#${[...color.slice(1)].map((digit) => digit + digit).join('')}`
}

/** The typed colors, or the defaults until they are written in full. */
export function writtenColors({ backgroundColor, fontColor }: HeaderColors): HeaderColors {
  const { backgroundColor: ground, fontColor: text } = SETTING_FIELDS
  return {
    backgroundColor: isWritten(backgroundColor) ? backgroundColor : ground.default,
    fontColor: isWritten(fontColor) ? fontColor : text.default,
  }
}

/** Says which color the contrast rules replace, while it is typed. */
export function ColorWarning({ name }: { readonly name: keyof HeaderColors }) {
  const { warnings } = useWords('settings')
  const { backgroundColor, fontColor } = useSettings().typed.values as HeaderColors
  if (!isWritten(backgroundColor) || !isWritten(fontColor)) return null
  return replacedColors({ backgroundColor, fontColor })
    .filter((replaced) => replaced.name === name)
    .map(({ color, by }) => (
      <p key={color} className="notice warning">
        {by === undefined ? warnings.noHeader({ color }) : warnings.replaced({ color, by })}
      </p>
    ))
}
