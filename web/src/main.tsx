import { render } from "preact";

import "uplot/dist/uPlot.min.css";
import "./style/page.css";
import "./style/parts.css";
import "./style/study.css";
import "./style/print.css";
import { App } from "./App";
import { embedded } from "./data/read";
import { en } from "./text/en";

const root = document.getElementById("report");
const data = embedded();
if (root) {
  const first = document.documentElement.lang === "ru" ? "ru" : "en";
  render(
    data ? (
      <App {...data} first={first} />
    ) : (
      <p>
        {en.noData} {en.noDataCure}
      </p>
    ),
    root,
  );
}
