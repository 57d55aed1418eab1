import type { Page } from './page.ts';
import { CALENDAR_PAGES } from './pages/calendar.ts';
import { DIARY_PAGES } from './pages/diary.ts';
import { ENCYCLOPAEDIA_PAGES } from './pages/encyclopaedia.ts';
import { HOUSE_PAGES } from './pages/house.ts';
import { MANUAL_PAGES } from './pages/manual.ts';
import { READING_ROOM_PAGES } from './pages/reading-room.ts';
import { SHOP_PAGES } from './pages/shop.ts';

/** Every page of the site, the front page first. */
export const PAGES: readonly Page[] = [
  ...HOUSE_PAGES,
  ...MANUAL_PAGES,
  ...DIARY_PAGES,
  ...SHOP_PAGES,
  ...ENCYCLOPAEDIA_PAGES,
  ...READING_ROOM_PAGES,
  ...CALENDAR_PAGES,
];

const BY_PATH: ReadonlyMap<string, Page> = new Map(PAGES.map((page) => [page.path, page]));

/** The page with this canonical path and query. */
export function pageAt(path: string): Page | undefined {
  return BY_PATH.get(path);
}
