import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useWords } from '../../words/use-words.ts'

const QUIET_MS = 250

type Props = {
  readonly search: string | undefined
  readonly onSearch: (search: string | undefined) => void
  /** Default: that of invoices. */
  readonly label?: string
  readonly hint?: string
}

/** Searches while typing. The text is the reader's until they rest; then the address has it. */
export function SearchField({ search, onSearch, label, hint }: Props) {
  const words = useWords('invoices')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(search ?? '')
  const [seen, setSeen] = useState(search)
  const [own, setOwn] = useState(search)
  // The address changed by something else: a cleared filter, a view, the back button.
  if (seen !== search) {
    setSeen(search)
    if (search !== own) {
      setOwn(search)
      setText(search ?? '')
    }
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  const searchFor = (typed: string) => {
    clearTimeout(timer.current)
    const next = typed.trim() === '' ? undefined : typed.trim()
    if (next === search) return
    setOwn(next)
    onSearch(next)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    searchFor(text)
  }
  return (
    <search className="list-search">
      <form onSubmit={submit}>
        <Search size={16} aria-hidden="true" />
        <input
          type="search"
          aria-label={label ?? words.search}
          placeholder={hint ?? words.searchHint}
          maxLength={100}
          value={text}
          onChange={({ target: { value } }) => {
            setText(value)
            clearTimeout(timer.current)
            timer.current = setTimeout(() => searchFor(value), QUIET_MS)
          }}
        />
      </form>
    </search>
  )
}
