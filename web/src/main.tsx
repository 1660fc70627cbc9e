import { render } from "preact";

import "uplot/dist/uPlot.min.css";
import "./style/page.css";
import "./style/parts.css";
import "./style/glossary.css";
import "./style/study.css";
import "./style/findings.css";
import "./style/comparison.css";
import "./style/print.css";
import { App } from "./App";
import { embedded } from "./data/read";
import { parameter } from "./page/address";

const root = document.getElementById("report");
const data = embedded();
if (root) {
  const asked = parameter("lang") ?? document.documentElement.lang;
  render(
    data ? (
      <App {...data} first={Object.hasOwn(data.catalogues, asked) ? asked : "en"} />
    ) : (
      // Without a report there is no catalogue either.
      <p>This page carries no report. Make one with: loadproof report RUN</p>
    ),
    root,
  );
}
