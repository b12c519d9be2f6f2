import { type ReactNode, useEffect } from 'react'
import { BrandMark } from './brand-mark.tsx'

/** The frame of pages before signing in: one card, one thing to do. */
export function EntryFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  useEffect(() => {
    document.title = `${title} · Quittance`
  }, [title])
  return (
    <main className="entry" id="content">
      <p className="brand">
        <BrandMark size={28} />
        Quittance
      </p>
      <div className="entry-card">
        <h1>{title}</h1>
        {children}
      </div>
    </main>
  )
}
