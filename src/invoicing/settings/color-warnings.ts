import { type HeaderColors, type ReplacedColor, replacedColors } from '../../kernel/colors/brand-colors.ts'
import type { Warning } from '../http/unknown-fields.ts'
import { SETTING_FIELDS, type SettingValues } from './settings-fields.ts'

/** Warnings about colors of the header that payers do not see as the merchant chose them. */
export function colorWarnings({ backgroundColor, fontColor }: SettingValues): readonly Warning[] {
  if (backgroundColor === undefined || fontColor === undefined) return []
  const colors = { backgroundColor, fontColor }
  return replacedColors(colors).map((replaced) => ({
    field: `invoiceSettingsInformation.${SETTING_FIELDS[replaced.name].path}`,
    reason: 'COLOR_REPLACED',
    message: messageOf(replaced, colors),
  }))
}

function messageOf({ color, by }: ReplacedColor, { backgroundColor }: HeaderColors): string {
  return by === undefined
    ? `${color} looks like the white page: the header has no color.`
    : `${color} cannot be read on ${backgroundColor}: text in the header is ${by}.`
}
