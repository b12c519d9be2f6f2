import { type ReactNode, useId } from 'react'

type Props = { readonly title: string; readonly children: ReactNode }

/** A part of the builder, with its heading. */
export function Part({ title, children }: Props) {
  const id = useId()
  return (
    <section className="card builder-part" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** Problems of a part. Those from the service are in English. */
export function PartProblems({ problems }: { readonly problems: readonly string[] | undefined }) {
  if (problems === undefined || problems.length === 0) return null
  return (
    <div role="alert">
      <ul className="part-problems">
        {problems.slice(0, 5).map((problem) => (
          <li key={problem} className="problem value">
            {problem}
          </li>
        ))}
      </ul>
    </div>
  )
}
