import { type KeyboardEvent, type MouseEvent, type PointerEvent, useId, useMemo, useRef, useState } from 'react'
import { useWidth } from '../use-width.ts'
import { type ColumnsLayout, type ColumnValues, layOutColumns, namedColumns } from './columns-layout.ts'

const HEIGHT = 220

type Reading = {
  readonly now: string
  /** Of what the columns are compared with. */
  readonly before?: string
}

type Props = ColumnValues & {
  /** Names the chart for screen readers. */
  readonly label: string
  readonly tickText: (value: number) => string
  /** The short name of a column, below it. */
  readonly nameOf: (index: number) => string
  /** Everything about a column, as it is read out and shown. */
  readonly readingOf: (index: number) => Reading
  /** Without a pointer on a column. */
  readonly hint: Reading
  /** Where columns lead to something: by Enter, a click, or a second tap. The text tells screen readers. */
  readonly opening?: { readonly text: string; readonly onOpen: (index: number) => void }
}

/** Columns that a pointer or the arrow keys read one by one. */
export function ColumnsChart({ label, tickText, nameOf, readingOf, hint, opening, ...columns }: Props) {
  const { values, compared, areCounts = false } = columns
  const [box, width] = useWidth<HTMLDivElement>()
  const [chosen, choose] = useState<number>()
  const layout = useMemo(
    () => layOutColumns({ values, ...(compared && { compared }), areCounts }, { width, height: HEIGHT, tickText }),
    [values, compared, areCounts, width, tickText],
  )
  const [openingId, isOpening] = [useId(), useRef(false)]
  const last = values.length - 1
  const reading = chosen === undefined ? hint : readingOf(chosen)
  const columnAt = ({ clientX, currentTarget }: MouseEvent<HTMLDivElement>) =>
    layout.columnAt(clientX - currentTarget.getBoundingClientRect().left)
  // A finger reads a column first.
  const onPress = (event: PointerEvent<HTMLDivElement>) => {
    isOpening.current = event.pointerType === 'mouse' || columnAt(event) === chosen
    choose(columnAt(event))
  }
  const onLeave = ({ pointerType }: PointerEvent) => {
    if (pointerType === 'mouse') choose(undefined)
  }
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    if (isOpening.current) opening?.onOpen(columnAt(event))
  }
  const onKey = (event: KeyboardEvent) => {
    if (event.key === 'Enter') return opening?.onOpen(chosen ?? last)
    choose(afterKey(event, chosen, values.length))
  }
  return (
    <div className="columns-chart" ref={box}>
      <p className="chart-reading">
        <span className="swatch now">{reading.now}</span>
        {reading.before !== undefined && <span className="swatch before">{reading.before}</span>}
      </p>
      {width > 0 && (
        <div
          className={opening === undefined ? 'columns' : 'columns opening'}
          role="slider"
          tabIndex={0}
          aria-label={label}
          aria-describedby={opening && openingId}
          aria-valuemin={1}
          aria-valuemax={values.length}
          aria-valuenow={(chosen ?? last) + 1}
          aria-valuetext={textOf(readingOf(chosen ?? last))}
          onKeyDown={onKey}
          onFocus={() => choose((now) => now ?? last)}
          onBlur={() => choose(undefined)}
          onPointerMove={(event) => choose(columnAt(event))}
          onPointerDown={onPress}
          onPointerLeave={onLeave}
          onClick={onClick}
        >
          <Drawing layout={layout} width={width} chosen={chosen} nameOf={nameOf} />
        </div>
      )}
      {opening !== undefined && (
        <p className="hidden-text" id={openingId}>
          {opening.text}
        </p>
      )}
    </div>
  )
}

type DrawingProps = Pick<Props, 'nameOf'> & {
  readonly layout: ColumnsLayout
  readonly width: number
  readonly chosen: number | undefined
}

function Drawing({ layout, width, chosen, nameOf }: DrawingProps) {
  const { plot, columns, middles, steps, ticks } = layout
  return (
    <svg width={width} height={HEIGHT} aria-hidden="true">
      {ticks.map(({ text, y }) => (
        <g key={text} className="tick">
          <line x1={plot.left} x2={plot.right} y1={y} y2={y} />
          <text x={plot.left - 8} y={y + 4} textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <path className="compared" d={steps} />
      {chosen !== undefined && (
        <line className="cursor" x1={middles[chosen]} x2={middles[chosen]} y1={plot.top} y2={plot.bottom} />
      )}
      {columns.map((column, index) => (
        <rect key={nameOf(index)} className={index === chosen ? 'column chosen' : 'column'} {...column} />
      ))}
      <DayNames middles={middles} bottom={plot.bottom} width={width} nameOf={nameOf} />
    </svg>
  )
}

type DayNamesProps = {
  readonly middles: readonly number[]
  readonly bottom: number
  readonly width: number
  readonly nameOf: (index: number) => string
}

/** The first and the last day, and as many between as there is room for. */
function DayNames({ middles, bottom, width, nameOf }: DayNamesProps) {
  return namedColumns(middles.length, width).map((index, place, all) => (
    <text
      key={nameOf(index)}
      className="day"
      x={middles[index]}
      y={bottom + 18}
      textAnchor={place === 0 ? 'start' : place === all.length - 1 ? 'end' : 'middle'}
    >
      {nameOf(index)}
    </text>
  ))
}

function textOf({ now, before }: Reading): string {
  return before === undefined ? now : `${now}. ${before}`
}

const STEPS_OF_KEYS: Readonly<Record<string, number>> = {
  ...{ ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageDown: -7, PageUp: 7 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
}

function afterKey(event: KeyboardEvent, chosen: number | undefined, count: number): number | undefined {
  const step = STEPS_OF_KEYS[event.key]
  if (step === undefined) return event.key === 'Escape' ? undefined : chosen
  event.preventDefault()
  return Math.min(count - 1, Math.max(0, (chosen ?? count - 1) + step))
}
