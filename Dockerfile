# The builder of Build What I Mean as an A2A agent: docs/bwim.md.
FROM python:3.11-slim
WORKDIR /cq
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY cq cq
RUN pip install --no-cache-dir -c constraints.txt '.[agent]'
EXPOSE 9022
ENTRYPOINT ["cq", "agent", "--host", "0.0.0.0"]
