import { type ComponentType, createElement, lazy, Suspense } from 'react'
import { SkeletonLines } from '../skeleton.tsx'

/** A chart whose code comes after the numbers of the page; lines stand in its place until then. */
export function lazyChart<Props extends object>(load: () => Promise<ComponentType<Props>>, lines: number) {
  const Chart = lazy(async () => ({ default: await load() })) as unknown as ComponentType<Props>
  return function WaitedChart(props: Props) {
    return createElement(
      Suspense,
      { fallback: createElement(SkeletonLines, { count: lines }) },
      createElement(Chart, props),
    )
  }
}
