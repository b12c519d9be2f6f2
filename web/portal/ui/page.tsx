import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useHasNavigated } from './navigation-focus.ts'

type Props = {
  readonly title: string
  /** The heading if it shows more than the title, such as a badge beside it. */
  readonly heading?: ReactNode
  /** The one primary action of the page. */
  readonly action?: ReactNode
  /** The page begins with typing: its first field keeps the focus. */
  readonly hasFirstField?: boolean
  /** Says where the page belongs: a link back to its list. */
  readonly back?: ReactNode
  readonly children: ReactNode
}

/** One page: its title in the tab and as its heading, one primary action, then the content. */
export function Page({ title, heading = title, action, hasFirstField = false, back, children }: Props) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const path = useLocation({ select: ({ pathname }) => pathname })
  const hasNavigated = useHasNavigated()
  useEffect(() => {
    document.title = `${title} · Quittance`
  }, [title])
  // After a navigation the keyboard and a screen reader go on at the new page, not in the navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: The path says that another page is shown.
  useEffect(() => {
    // A dialog that was opened since then keeps the focus; a toast, which has the same role, takes none.
    const isFree = document.querySelector('[role=dialog]:not(.toast)') === null && !hasFirstField
    if (hasNavigated && isFree) headingRef.current?.focus({ preventScroll: true })
  }, [path, hasNavigated, hasFirstField])
  return (
    <div className="page">
      {back}
      <header className="page-head">
        <h1 ref={headingRef} tabIndex={-1}>
          {heading}
        </h1>
        {action}
      </header>
      {children}
    </div>
  )
}
