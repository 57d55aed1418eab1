/** Texts for rules' examples, long enough to compare. */
export const BROOM =
  '<p>This broom has a handle of ash and bristles of rice straw, is one and a half metres long, and sweeps yards, barns and cellars without losing a straw for years.';
export const DUSTPAN =
  '<p>The lip of our dustpans is made of natural rubber: it lies flat on any floor, so that even flour comes in at the first go, and nothing runs out again behind it.';
export const MOP =
  '<p>Cotton yarn, spun in the next village and washed twice before it is sold, gives mops that drink four times their weight, wring out easily and dry over night.';
