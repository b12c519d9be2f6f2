import { createContext, type ReactNode, use } from 'react'

/** Whether the frame of an organization surrounds the page, and with it the main part of the document. */
const IsFramed = createContext(false)

export function FramedPages({ children }: { readonly children: ReactNode }) {
  return <IsFramed value>{children}</IsFramed>
}

/** A state that stands in the frame or instead of it: a document has one main part. */
export function MainPart({ children }: { readonly children: ReactNode }) {
  return use(IsFramed) ? children : <main id="content">{children}</main>
}
