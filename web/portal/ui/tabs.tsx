import { type ReactNode, useEffect, useRef } from 'react'

type Props = {
  readonly label: string
  readonly children: ReactNode
  /** Another text when another tab is current, or when tabs have become wider. */
  readonly current: string
}

/** Views of one thing, as links: `<Tabs label={…} current={…}><Link …>Open</Link></Tabs>`. The router marks the current one. */
export function Tabs({ label, children, current }: Props) {
  const tabs = useRef<HTMLElement>(null)
  const seen = useRef<string>(undefined)
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    if (seen.current === current) return
    seen.current = current
    // It returns a promise in some browsers, which an effect must not return.
    void tabs.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <nav className="tabs" aria-label={label} ref={tabs}>
      {children}
    </nav>
  )
}
