import { CURRENCIES } from '../../../src/kernel/currency.ts'
import { useLanguage } from '../words/use-words.ts'

/** The currencies of a native choice. Typing the code finds it. */
export function CurrencyOptions() {
  const language = useLanguage()
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return CURRENCIES.map((code) => (
    <option key={code} value={code}>
      {`${code} · ${names.of(code) ?? code}`}
    </option>
  ))
}
