/** What a tab shows. Fills the empty panel and returns the function that draws what the address and the data say now. */
export type View = (panel: HTMLElement) => () => void;
