export { figuresOf, figuresOfRow, type RecordFigure } from '../../../releases/record/figures.ts'
