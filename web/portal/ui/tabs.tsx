import type { ReactNode } from 'react'

/** Views of one thing, as links: `<Tabs label={…}><Link …>Open</Link></Tabs>`. The router marks the current one. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className="tabs" aria-label={label}>
      {children}
    </nav>
  )
}
