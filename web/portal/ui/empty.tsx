import type { ReactNode } from 'react'

type Props = { readonly title: ReactNode; readonly children?: ReactNode; readonly action?: ReactNode }

/** An empty list explains itself and offers the first step. */
export function Empty({ title, children, action }: Props) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children !== undefined && <p>{children}</p>}
      {action}
    </div>
  )
}
