import type { RefObject } from 'react'
import { useDragOrder } from '../../../ui/use-drag-order.ts'

/** Moves a line of the grid with the pointer that holds its handle. */
export function useLineDrag(move: (from: number, to: number) => void, gridRef: RefObject<HTMLTableElement | null>) {
  return useDragOrder(move, () => [...(gridRef.current?.tBodies[0]?.rows ?? [])])
}
