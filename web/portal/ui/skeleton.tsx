import { useWords } from '../words/use-words.ts'

const WIDTHS = ['wide', '', 'short'] as const

/** Holds the place of lines that are still loading. */
export function SkeletonLines({ count = 3 }: { readonly count?: number }) {
  const words = useWords('shell')
  const lines = Array.from({ length: count }, (_, index) => ({ line: index, width: WIDTHS[index % WIDTHS.length] }))
  return (
    <div className="loading" role="status">
      <span className="hidden-text">{words.loading}</span>
      {lines.map(({ line, width }) => (
        <span key={line} className={`skeleton ${width}`} />
      ))}
    </div>
  )
}
