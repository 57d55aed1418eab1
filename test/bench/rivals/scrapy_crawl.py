"""Crawls a site with Scrapy as its documentation shows it: links followed, the canonical read, robots.txt obeyed."""

import sys
from urllib.parse import urlsplit

from scrapy import Spider
from scrapy.crawler import CrawlerProcess
from scrapy.http import HtmlResponse
from scrapy.linkextractors import LinkExtractor


class Pages(Spider):
    name = "pages"
    count = 0

    def __init__(self, seed, **options):
        super().__init__(**options)
        self.start_urls = [seed]
        self.allowed_domains = [urlsplit(seed).hostname]
        self.extractor = LinkExtractor()

    def parse(self, response):
        if not isinstance(response, HtmlResponse):
            return
        Pages.count += 1
        response.css("link[rel~=canonical]::attr(href)").get()
        for link in self.extractor.extract_links(response):
            yield response.follow(link, self.parse)


process = CrawlerProcess(
    {
        "ROBOTSTXT_OBEY": True,
        "CONCURRENT_REQUESTS": 16,
        "CONCURRENT_REQUESTS_PER_DOMAIN": 16,
        "LOG_LEVEL": "ERROR",
        "TELNETCONSOLE_ENABLED": False,
    }
)
process.crawl(Pages, seed=sys.argv[1])
process.start()
print(Pages.count)
