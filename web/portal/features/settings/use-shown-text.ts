import type { SettingName } from '../../../../src/invoicing/settings/settings-fields.ts'
import { LANGUAGE_NAMES } from '../../shell/language-names.ts'
import { useWords } from '../../words/use-words.ts'

/** A value as people read it. */
export function useShownText(): (name: SettingName, value: string | boolean) => string {
  const words = useWords('settings')
  return (name, value) => {
    if (typeof value === 'boolean') return value ? words.on : words.off
    if (name === 'deliveryLanguage') return LANGUAGE_NAMES[value as 'en-US']
    return value === '' ? words.none : value
  }
}
