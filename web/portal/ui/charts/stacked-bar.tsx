import { useWidth } from '../use-width.ts'
import { type BarPart, layOutBar } from './stacked-bar-layout.ts'

const HEIGHT = 28

type Props = {
  readonly parts: readonly BarPart[]
  /** All parts in words: the labels beside the bar are links. */
  readonly label: string
  readonly titleOf: (key: string) => string
  readonly chosen: string | undefined
  readonly onChoose: (key: string | undefined) => void
}

/** One bar; its parts have the colors of their labels, which stand beside it. */
export function StackedBar({ parts, label, titleOf, chosen, onChoose }: Props) {
  const [box, width] = useWidth<HTMLDivElement>()
  return (
    <div className="stacked-bar" ref={box}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} role="img" aria-label={label}>
          {layOutBar(parts, width).map((segment) => (
            <rect
              key={segment.key}
              className={`segment ${segment.key}${chosen === undefined || chosen === segment.key ? '' : ' other'}`}
              x={segment.x}
              y={0}
              width={segment.width}
              height={HEIGHT}
              onPointerEnter={() => onChoose(segment.key)}
              onPointerLeave={() => onChoose(undefined)}
            >
              <title>{titleOf(segment.key)}</title>
            </rect>
          ))}
        </svg>
      )}
    </div>
  )
}
