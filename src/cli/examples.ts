/** Examples for the help of each command, without the word `dustpan`. */
export const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  crawl: [
    'crawl https://example.com/ --probe auto',
    'crawl https://example.com/docs/ --scope prefix --max-pages 500 --rate 2',
    "crawl https://example.com/ --cookies cookies.txt --exclude '/logout**'",
    'crawl --db example.com.dustpan --recrawl 24h',
  ],
  audit: [
    'audit https://example.com/',
    'audit example.com.dustpan --format html -o report.html',
    'audit https://example.com/ --format sarif -o findings.sarif --fail-on warning',
  ],
  probe: ['probe example.com', 'probe --db example.com.dustpan --kind www,scheme,slash'],
  serve: ['serve example.com.dustpan'],
  status: ['status example.com.dustpan', 'status "postgres://ann@db.example.com/crawls?crawl=news"'],
  crawls: ['crawls postgres://ann@db.example.com/crawls'],
  copy: [
    'copy example.com.dustpan "postgres://ann@db.example.com/crawls?crawl=news"',
    'copy "postgres://ann@db.example.com/crawls?crawl=news" news.dustpan',
  ],
  urls: ['urls example.com.dustpan --where state=failed', 'urls example.com.dustpan | jq -r .url'],
  why: ['why example.com.dustpan https://example.com/a/index.html'],
  export: [
    'export example.com.dustpan --format csv -o pages.csv',
    'export example.com.dustpan --format sitemap -o sitemap.xml',
  ],
  facts: ['facts example.com.dustpan', 'facts example.com.dustpan --export facts.json'],
  learn: [
    'learn example.com.dustpan',
    'learn --cdx cdx-*.gz --facts facts.json',
    'learn --log access.log --host example.com --facts facts.json',
  ],
  dedup: [
    'dedup urls.txt -o unique.txt',
    'dedup export.csv --column url --assume scheme,www --groups merged.ndjson',
    'dedup bookmarks.html -o clean.html',
  ],
  canon: ['canon "HTTP://Example.com:80/%7Eann/index.html?utm_source=x#top"', 'canon --assume scheme,www < urls.txt'],
  explain: ['explain "https://example.com/a/../b?utm_source=x"'],
  compare: ['compare https://example.com/%7Eann https://example.com/~ann'],
  slug: ['slug --form wikidot "My Page: A/B"', 'slug --form hippo --explain "Über uns"'],
  robots: ['robots --robots robots.txt --agent dustpan https://example.com/private/'],
  playground: ['playground', 'playground --port 8080', 'playground -o playground.html'],
  rules: ['rules', 'rules canonical/conflicting'],
  passes: ['passes', 'passes --json'],
  profiles: ['profiles'],
  'check-pass': ['check-pass dustpan.config.ts', 'check-pass passes.ts --urls 1000000 --seed 7'],
  completion: [
    'completion bash > ~/.local/share/bash-completion/completions/dustpan',
    'completion zsh > "${fpath[1]}/_dustpan"',
  ],
  demo: ['demo'],
};
