import { useNavigate } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { Segments } from '../../ui/segments.tsx'
import { useLanguage, useWords } from '../../words/use-words.ts'
import type { Home } from './queries.ts'

/** As many stand side by side on a phone. */
const SEGMENTS_MAX = 3

type Props = {
  readonly home: Home
  /** The currency of the address, whose amounts may still be on their way. */
  readonly asked: string | undefined
}

/** Amounts of two currencies are never added: the page shows one at a time. */
export function CurrencySwitch({ home: { currency: shown, currencies }, asked }: Props) {
  const words = useWords('home')
  const language = useLanguage()
  const navigate = useNavigate({ from: '/o/$organizationId' })
  const currency = asked ?? shown
  if (currency === null) return null
  const all = currencies.includes(currency) ? currencies : [...currencies, currency]
  if (all.length < 2) return <span className="quiet">{currency}</span>
  const choose = (chosen: string) =>
    void navigate({ to: '/o/$organizationId', search: { currency: chosen }, replace: true, resetScroll: false })
  if (all.length <= SEGMENTS_MAX) {
    const options = all.map((code) => [code, code] as const)
    return <Segments label={words.currency} value={currency} options={options} onChoose={choose} />
  }
  const names = new Intl.DisplayNames(language, { type: 'currency' })
  return (
    <Menu
      trigger={
        <Button kind="plain" isCompact aria-label={words.labeled({ label: words.currency, value: currency })}>
          {currency}
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      }
    >
      <MenuChoices
        label={words.currency}
        value={currency}
        options={all.map((code) => [code, `${code} · ${names.of(code) ?? code}`] as const)}
        onChoose={choose}
      />
    </Menu>
  )
}
